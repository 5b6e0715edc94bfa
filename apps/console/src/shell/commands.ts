import { signal } from '@preact/signals';
import type { IconNode } from 'lucide';
import { useEffect } from 'preact/hooks';

/** Something that the command palette finds by its name and does. */
export interface Command {
  readonly name: string;
  /** What kind of thing it is, beside the name. */
  readonly kind: string;
  readonly icon: IconNode;
  readonly run: () => void;
}

/** The commands of the present screen, such as those for its alert. The palette shows them first. */
export const screenCommands = signal<readonly Command[]>([]);

/** Offers commands in the palette as long as the component is there. @param key changes when the commands do */
export function useCommands(key: string, commands: readonly Command[]): void {
  useEffect(() => {
    screenCommands.value = [...screenCommands.peek(), ...commands];
    return () => {
      screenCommands.value = screenCommands.peek().filter((each) => !commands.includes(each));
    };
  }, [key]);
}
