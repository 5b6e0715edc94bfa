import { useEffect, useRef, useState } from 'preact/hooks';
import { useSave } from '../parts/use-save.js';

export interface Form<Draft> {
  readonly draft: Draft;
  /** What it was when the form was opened. */
  readonly first: Draft;
  readonly set: (part: Partial<Draft>) => void;
  /** Whether something was entered that is not stored. */
  readonly isDirty: boolean;
  /** Whether the user has not gone elsewhere meanwhile. */
  readonly isShown: { readonly current: boolean };
  readonly isBusy: boolean;
  /** Why the service refused single fields, by their paths. */
  readonly refusals: ReadonlyMap<string, string>;
  /** Why the last attempt failed. */
  readonly failure: string | undefined;
  /** Runs what the form does. A second press meanwhile, such as a double click, is ignored. */
  readonly run: (action: () => Promise<unknown>) => Promise<void>;
}

/** The state of a form. What was entered stays when the service refuses it. */
export function useForm<Draft extends object>(initial: () => Draft): Form<Draft> {
  const [first] = useState(initial);
  const [draft, setDraft] = useState(first);
  const { save, isBusy, message, refusals } = useSave();
  const isShown = useRef(true);
  useEffect(() => () => void (isShown.current = false), []);
  return {
    draft,
    first,
    set: (part) => setDraft((current) => ({ ...current, ...part })),
    isDirty: JSON.stringify(draft) !== JSON.stringify(first),
    isShown,
    isBusy,
    refusals: refusals(),
    failure: message,
    run: save,
  };
}

/** Returns the refusals below a path: that of `options.url` is found by `url` below `options.`. */
export function refusalsBelow(
  refusals: ReadonlyMap<string, string>,
  prefix: string,
): ReadonlyMap<string, string> {
  return new Map(
    [...refusals].flatMap(([field, reason]) =>
      field.startsWith(prefix) ? [[field.slice(prefix.length), reason] as const] : [],
    ),
  );
}

/** Returns the first refusal of a field or of something in it, such as `filter[0].v`. */
export function firstRefusal(refusals: ReadonlyMap<string, string>, name: string): string | undefined {
  return [...refusals].find(
    ([field]) => field === name || field.startsWith(`${name}[`) || field.startsWith(`${name}.`),
  )?.[1];
}
