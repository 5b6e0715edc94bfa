import { useRef, useState } from 'preact/hooks';
import { explainError } from '../connection.js';
import { readRefusals } from '../design/refusals.js';

export interface Form<Draft> {
  readonly draft: Draft;
  readonly set: (part: Partial<Draft>) => void;
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
  const [draft, setDraft] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const busy = useRef(false);
  const run = async (action: () => Promise<unknown>) => {
    if (busy.current) return;
    setBusy((busy.current = true));
    setFailure(undefined);
    setRefusals(new Map());
    try {
      await action();
    } catch (error) {
      setRefusals(readRefusals(error));
      setFailure(explainError(error));
    }
    setBusy((busy.current = false));
  };
  const set = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }));
  return { draft, set, isBusy, refusals, failure, run };
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
