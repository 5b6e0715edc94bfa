import { signal } from '@preact/signals';
import { linkTo } from '../address.js';
import { session } from '../session.js';
import { formatView, parseView, type View } from './alert-filter.js';
import { parseSavedViews, type SavedView, type SavedViews } from './saved-views.js';

export type { SavedView } from './saved-views.js';

export const BUILT_IN: readonly SavedView[] = [
  { name: 'All', query: '' },
  { name: 'Mine', query: 'is=mine' },
  { name: 'Unacknowledged', query: 'is=unacknowledged' },
  { name: 'Told to nobody', query: 'is=untold' },
];

/** The parameter of the address of the view without conditions. Without any, Now opens with the view that the user has chosen. */
const ALL = 'all';

const saved = signal<{ readonly key: string; readonly value: SavedViews } | undefined>(undefined);

/** Views belong to the user and the domain: browsers are shared, and labels differ between domains. */
const keyOf = () => `tocsin views ${session.value?.domain_id} ${session.value?.user_id}`;

/** Returns the views that the user has saved in this browser. */
export function savedViews(): SavedViews {
  const key = keyOf();
  if (saved.value?.key === key) return saved.value.value;
  return parseSavedViews(localStorage.getItem(key));
}

function save(value: SavedViews): void {
  const key = keyOf();
  localStorage.setItem(key, JSON.stringify(value));
  saved.value = { key, value };
}

/** Saves a view, in place of one with the same name. */
export function saveView(view: SavedView, isFirst: boolean): void {
  const { views, first } = savedViews();
  const others = views.filter(({ name }) => name !== view.name);
  save({ views: [...others, view], first: isFirst ? view.query : first });
}

/** @returns what undoes it */
export function deleteView(view: SavedView): () => void {
  const before = savedViews();
  save({
    views: before.views.filter(({ name }) => name !== view.name),
    first: before.first === view.query ? '' : before.first,
  });
  return () => save(before);
}

export function setFirstView(query: string): void {
  save({ ...savedViews(), first: query });
}

/** Returns the parameters of the present view in their usual order, with the project only if a saved view has the same. */
export function findQuery(parameters: URLSearchParams, views: readonly SavedView[]): string {
  const view = parseView(parameters);
  const [all, others] = [view, { ...view, projects: [] }].map(formatQuery) as [string, string];
  const isSaved = (query: string) => views.some((saved) => saved.query === query);
  return isSaved(all) || !isSaved(others) ? all : others;
}

const formatQuery = (view: View): string => new URLSearchParams(formatView(view)).toString();

/** Returns the link to a view by its parameters. The project of the page goes with it, unless the view has one of its own. */
export const linkToView = (query: string): string =>
  linkTo('now', undefined, query === '' ? { [ALL]: '' } : Object.fromEntries(new URLSearchParams(query)));

/** Returns the link to exactly this view. */
export function linkOf(view: View): string {
  const { project = '', ...others } = formatView(view);
  const isAll = Object.keys(others).length === 0;
  return linkTo('now', undefined, { ...(isAll ? { [ALL]: '' } : others), project });
}

/** Returns where Now leads if the address names no view; `undefined` if it does, or if the user has chosen none. */
export function findFirstView(parameters: URLSearchParams): string | undefined {
  const { first } = savedViews();
  const isNamed = [...parameters.keys()].some((name) => name !== 'project');
  return isNamed || first === '' ? undefined : linkToView(first);
}
