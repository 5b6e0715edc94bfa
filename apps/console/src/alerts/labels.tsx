import { linkTo } from '../address.js';
import { toParameters, parseSearch, type Condition, type Search } from '../screens/search-query.js';
import type { Labels } from './label-query.js';

interface Properties {
  readonly labels: Labels;
  /** Returns where a label leads. */
  readonly link: (name: string, value: string) => string;
  readonly title: string;
  /** The number of labels that are shown. Default: all. */
  readonly max?: number;
  /** Whether the labels can be reached with Tab. In long lists, they would come between each row and the next. */
  readonly isInTabOrder?: boolean;
}

/** What tells an alert apart, as links that narrow a list to alerts with the same label. */
export function LabelChips({ labels, link, title, max = Infinity, isInTabOrder = true }: Properties) {
  const all = Object.entries(labels);
  if (all.length === 0) return null;
  return (
    <ul class="labels">
      {all.slice(0, max).map(([name, value]) => (
        <li key={name}>
          <a href={link(name, value)} title={title} {...(!isInTabOrder && { tabIndex: -1 })}>
            <bdi>{name}</bdi>=<bdi>{value}</bdi>
          </a>
        </li>
      ))}
      {all.length > max ? <li class="more">+{all.length - max}</li> : null}
    </ul>
  );
}

/** Returns a link to a search for records with this label, as well as the conditions of `search`. */
export function searchLabel(name: string, value: string, search?: Search): string {
  const wanted = search ?? parseSearch(new URLSearchParams());
  const condition: Condition = { k: `labels.${name}`, v: value, o: 'eq' };
  const filter = wanted.filter.some((each) => JSON.stringify(each) === JSON.stringify(condition))
    ? wanted.filter
    : [...wanted.filter, condition];
  return linkTo('search', undefined, toParameters({ ...wanted, filter }));
}
