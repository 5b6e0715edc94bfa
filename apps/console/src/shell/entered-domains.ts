/** The entry of the browser with the names of the domains that were entered, the latest first. */
const KEY = 'tocsin domains';
/** As many as somebody chooses from at a glance. */
const MAX_DOMAINS = 8;

/** What is no list of names counts as empty: other versions of the console may have written it. */
export function parseDomains(text: string | null): readonly string[] {
  try {
    const names: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(names)) return [];
    return names.filter((name) => typeof name === 'string' && name !== '').slice(0, MAX_DOMAINS);
  } catch {
    return [];
  }
}

/** Returns the domains that were entered in this browser by whoever may enter several, the latest first. */
const enteredDomains = (): readonly string[] => parseDomains(localStorage.getItem(KEY));

/** Returns those of them that can be entered from this one. */
export const domainsBeside = (domain: string): readonly string[] =>
  enteredDomains().filter((each) => each !== domain);

export const rememberDomain = (domain: string): void => save([domain, ...domainsBeside(domain)]);

/** Forgets a domain in which there is nothing: its name may be a mistake. */
export const forgetDomain = (domain: string): void => save(domainsBeside(domain));

/** Forgets all: somebody else may sign in next. */
export const forgetDomains = (): void => localStorage.removeItem(KEY);

const save = (domains: readonly string[]): void =>
  localStorage.setItem(KEY, JSON.stringify(domains.slice(0, MAX_DOMAINS)));
