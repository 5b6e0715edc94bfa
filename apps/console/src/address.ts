import { signal } from '@preact/signals';

export interface Address {
  /** The first part: `now`, `alert`, `search` … */
  readonly screen: string;
  /** The second part, as the id of an alert. */
  readonly id: string | undefined;
  readonly parameters: URLSearchParams;
}

/** All that a screen shows is in its address, so that a link shows another person the same. */
export const address = signal<Address>(read());

/** Whether another screen was gone to since the page was loaded. */
export const hasMoved = signal(false);

addEventListener('hashchange', () => {
  hasMoved.value = true;
  readAddress();
});

/** After the address was changed without an event. */
export function readAddress(): void {
  address.value = read();
}

function read(): Address {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [screen = '', id] = path.split('/').map(decoded);
  return { screen: screen === '' ? 'now' : screen, id, parameters: new URLSearchParams(query) };
}

/** An address that somebody typed may be anything. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function linkTo(screen: string, id?: string, parameters?: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters).toString();
  const path = [screen, ...(id === undefined ? [] : [id])].map(encodeURIComponent).join('/');
  return `#/${path}${query === '' ? '' : `?${query}`}`;
}

/** Another address of the same screen. @param replace not to be gone back from */
export function show(link: string, { replace = false } = {}): void {
  if (!replace) {
    location.hash = link;
    return;
  }
  history.replaceState(null, '', link);
  readAddress();
}
