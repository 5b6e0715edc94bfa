import { TrendingDown, TrendingUp } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Badge } from '../design/badge.tsx';

interface Properties {
  readonly name: string;
  readonly value: string;
  /** The figure now and in the span before it, for the difference. `null`: not known. */
  readonly now: number | null;
  readonly before: number | null;
  /** Whether a rise is good. Default: it is bad. */
  readonly isRiseGood?: boolean;
  readonly link?: string | undefined;
  /** What the figure says more exactly. */
  readonly children?: ComponentChildren;
}

/** A figure with its difference from the span before. It leads to the search for what it counts. */
export function Figure({ name, value, now, before, isRiseGood = false, link, children }: Properties) {
  return (
    <div class="card figure-card">
      <h2>{name}</h2>
      <p class="display">{link === undefined ? value : <a href={link}>{value}</a>}</p>
      <p class="bar">
        <Change now={now} before={before} isRiseGood={isRiseGood} />
        <span class="help">{children}</span>
      </p>
    </div>
  );
}

function Change({ now, before, isRiseGood }: Required<Pick<Properties, 'now' | 'before' | 'isRiseGood'>>) {
  if (now === null || before === null || before === 0) return null;
  const percent = Math.round((now / before - 1) * 100);
  if (percent === 0) return <Badge>as before</Badge>;
  const isRise = percent > 0;
  return (
    <Badge tone={isRise === isRiseGood ? 'good' : 'warning'} icon={isRise ? TrendingUp : TrendingDown}>
      {isRise ? '+' : '−'}
      {Math.abs(percent)} %
    </Badge>
  );
}
