import type { ComponentChildren } from 'preact';
import { LoadState } from '../parts/load-state.tsx';
import type { Loaded } from '../parts/use-loaded.js';
import { formatCount } from '../format.js';

export interface Ranked {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  /** Beside the count, in few words. */
  readonly note: ComponentChildren;
  readonly link: string | undefined;
}

interface Properties {
  readonly title: string;
  readonly rows: readonly Ranked[] | undefined;
  readonly loaded: Pick<Loaded<unknown>, 'value' | 'failure'>;
}

/** What had most alerts: names with bars, the longest first. */
export function Ranking({ title, rows, loaded }: Properties) {
  const most = Math.max(1, ...(rows ?? []).map(({ count }) => count));
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      <LoadState loaded={loaded} />
      {rows?.length === 0 ? <p class="help">Nothing in this time.</p> : null}
      <ol class="ranking">
        {(rows ?? []).map(({ key, name, count, note, link }) => (
          <li key={key}>
            <span class="name" dir="auto" title={name.slice(0, 300)}>
              {link === undefined ? name.slice(0, 300) : <a href={link}>{name.slice(0, 300)}</a>}
            </span>
            <strong class="figure">{formatCount(count)}</strong>
            <small>{note}</small>
            <span class="share" aria-hidden="true" style={{ width: `${(count / most) * 100}%` }} />
          </li>
        ))}
      </ol>
    </section>
  );
}
