import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

export type Tone = 'neutral' | 'critical' | 'error' | 'warning' | 'info' | 'good' | 'bad' | 'accent';

interface Properties {
  readonly tone?: Tone;
  readonly icon?: IconNode;
  /** More about it, when the pointer is on it. */
  readonly title?: string | undefined;
  readonly children: ComponentChildren;
}

/** A state in one or two words. */
export function Badge({ tone = 'neutral', icon, title, children }: Properties) {
  return (
    <span class={`badge ${tone}`} title={title}>
      {icon === undefined ? null : <Icon of={icon} />}
      {children}
    </span>
  );
}
