import { signal } from '@preact/signals';
import { splitProjects } from './split-projects.js';

export interface Address {
  /** The first part: `now`, `alert`, `search` … */
  readonly screen: string;
  /** The second part, such as the id of an alert. */
  readonly id: string | undefined;
  readonly parameters: URLSearchParams;
}

/** The parsed hash of the URL. It determines all that a screen shows, so that a link shows the same to another person. */
export const address = signal<Address>(parseAddress());

/** Whether the user has navigated since the page was loaded. */
export const hasNavigated = signal(false);

/** Says whether the user may go elsewhere; `undefined`: always. */
let guard: (() => boolean) | undefined;
/** Whether the console itself leads elsewhere, as after a form was saved: it does not ask. */
let isOwn = false;

/** Asks before "back" or a link leads elsewhere. If the answer is no, the address stays. Returns what ends this. */
export function guardAddress(mayLeave: () => boolean): () => void {
  guard = mayLeave;
  return () => {
    if (guard === mayLeave) guard = undefined;
  };
}

/** Asks whether the page may be left for another one. */
export const mayLeave = (): boolean => guard?.() !== false;

addEventListener('hashchange', ({ oldURL }) => {
  if (!isOwn && !mayLeave()) {
    history.pushState(null, '', oldURL);
    return;
  }
  isOwn = false;
  hasNavigated.value = true;
  updateAddress();
});

/** Updates {@link address} after `history.replaceState`, which emits no event. */
export function updateAddress(): void {
  address.value = parseAddress();
}

function parseAddress(): Address {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [screen = '', id] = path.split('/').map(decode);
  return { screen: screen === '' ? 'now' : screen, id, parameters: new URLSearchParams(query) };
}

/** Decodes a part of the hash. If it is malformed, for example because it was typed, it is taken literally. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the project to which the user has narrowed the screens, or several with commas between; empty: all. */
export const currentProject = (): string => address.value.parameters.get('project') ?? '';

/** Whether the screens show records of a project. */
export function isInProject(project_id: string): boolean {
  const projects = splitProjects(currentProject());
  return projects.length === 0 || projects.includes(project_id);
}

/** Returns the project that a new record gets: none if the screens are narrowed to several. */
export function projectOfNew(): string {
  const [project = '', ...others] = splitProjects(currentProject());
  return others.length === 0 ? project : '';
}

/**
 * Returns the link of a screen. The project to which the user has narrowed the screens goes with it, unless `parameters` have
 * one; an empty one takes it away.
 */
export function linkTo(
  screen: string,
  id?: string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(parameters);
  if (!query.has('project')) query.set('project', currentProject());
  if (query.get('project') === '') query.delete('project');
  const path = [screen, ...(id === undefined ? [] : [id])].map(encodeURIComponent).join('/');
  return `#/${path}${query.size === 0 ? '' : `?${query}`}`;
}

/** Navigates to a link. @param replace whether to replace the history entry, so that "back" skips the current one */
export function navigate(link: string, { replace = false } = {}): void {
  if (!replace) {
    const before = location.href;
    location.hash = link;
    isOwn ||= location.href !== before;
    return;
  }
  history.replaceState(null, '', link);
  updateAddress();
}
