import { signal } from '@preact/signals';
import { TocsinError, type Schemas } from '../../../clients/typescript/src/tocsin.js';
import { mayLeave, updateAddress } from './address.js';
import { forgetDomains } from './shell/entered-domains.js';
import { pageDomain, SERVICE_URL, sessionClient, setPageDomain } from './client.js';

type Session = Schemas['SessionInfo'];
type SignIn = Schemas['CreateSessionRequest'];

/** Milliseconds. */
const RETRY_MS = 3_000;
const ENDED_MESSAGE = 'The session has ended.';
/** The sessionStorage key of the screen to return to after a sign-in at the OpenID issuer. */
const RETURN_KEY = 'return to';
/** The sessionStorage key of what the page says after it was loaded anew for another domain. */
const MOVED_KEY = 'moved';

/** The current session. `undefined`: not known yet. `null`: nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);

/** Returns the domain of the session, for requests that must name theirs. */
export function currentDomain(): string {
  return session.value?.domain_id ?? '';
}

/** Whether the session may enter other domains. The service decides it. */
export const mayEnterDomains = (): boolean => session.value?.may_enter_domains === true;

/** Whether the session is one of the root key, even if a sign-in link started it. No other may be named like it. */
export const isOfRoot = (): boolean => session.value?.api_key_id === null && session.value.user_id === 'root';

/** Why the session is not known, while the request is retried. */
export const sessionError = signal<string | undefined>(undefined);

/** Why the user has to sign in again, or why a sign-in failed. */
export const signInReason = signal<string | undefined>(sessionStorage.getItem(MOVED_KEY) ?? undefined);
sessionStorage.removeItem(MOVED_KEY);

/** Why signing out failed. */
export const signOutError = signal<string | undefined>(undefined);

interface OfferedSignIn {
  readonly signIn: SignIn;
  readonly holder: Schemas['SignInHolder'];
}

/** The session that a sign-in link offers. The user is asked, because the link may come from somebody else. */
export const offeredSignIn = signal<OfferedSignIn | undefined>(undefined);

// All tabs share one cookie. If one tab changes the session, the others must stop to show and change data of the old one.
const tabChannel = new BroadcastChannel(SERVICE_URL);
let isRemoteChange = false;
/** Whether the page is being loaded anew. What happens until then is no longer its business. */
let isLeaving = false;
/**
 * Whether this page enters another domain. Until the answer comes, what it asks may be refused because the session has moved
 * already, which is no news from elsewhere.
 */
let isSwitching = false;
session.subscribe((current) => {
  if (current !== undefined && !isRemoteChange) tabChannel.postMessage(current?.session_id);
});
tabChannel.addEventListener('message', ({ data }) => {
  if (data !== session.value?.session_id) void followOtherTab();
});

async function followOtherTab(): Promise<void> {
  if (isLeaving || isSwitching) return;
  // A page that has just been loaded may say why.
  const wasKnown = session.value !== undefined;
  // No answer to the other tabs. Otherwise tabs that disagree would send messages to each other for ever.
  isRemoteChange = true;
  clearSession(session.value ? ENDED_MESSAGE : signInReason.value);
  session.value = undefined;
  await loadSession();
  isRemoteChange = false;
  if (session.value && wasKnown) signInReason.value = undefined;
}

/**
 * Shows a session. A page shows one domain as long as it lives: for another one it is loaded anew, at Now. So nothing of the
 * first domain stays in it, and nothing that was begun in the first goes on in the other.
 */
function showSession(current: Session | null): void {
  if (isLeaving) return;
  const left = pageDomain();
  if (current === null || left === undefined || left === current.domain_id) {
    if (current !== null) setPageDomain(current.domain_id);
    session.value = current;
    return;
  }
  isLeaving = true;
  sessionStorage.clear();
  const entered = current.domain_id;
  if (isRemoteChange)
    sessionStorage.setItem(
      MOVED_KEY,
      `Another tab has switched this browser from the domain ${left} to ${entered}. What you see is of ${entered}. ` +
        'What was not saved here is lost.',
    );
  else tabChannel.postMessage(current.session_id);
  history.replaceState(null, '', `${location.pathname}#/now`);
  location.reload();
}

// If the page is already open, following a sign-in link only changes the hash and does not load the page.
addEventListener('hashchange', () => {
  if (readSignInToken() !== undefined) void loadSession();
});

/** Loads the session. First signs in with the token of a link or the response of the issuer, if the URL contains one. */
export async function loadSession(): Promise<void> {
  const signInData = takeSignInData();
  for (;;) {
    try {
      showSession(await openSession(signInData));
      sessionError.value = undefined;
      return;
    } catch (error) {
      sessionError.value = messageOf(error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** @throws errors that may be temporary, for the caller to retry; a refusal is shown instead */
async function openSession(signInData: SignIn | undefined): Promise<Session | null> {
  const current = await sessionClient.call('getCurrentSession').catch((error: unknown) => {
    if (isRefusal(error)) return null;
    throw error;
  });
  if (signInData === undefined) return current;
  const { sign_in_token } = signInData;
  try {
    if (sign_in_token) {
      const holder = await sessionClient.call('readSignInToken', { body: { sign_in_token } });
      offeredSignIn.value = { signIn: signInData, holder };
      return current;
    }
    return await sessionClient.call('createSession', { body: signInData });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    signInReason.value = error.message;
    return current;
  }
}

function isRefusal(error: unknown): error is TocsinError {
  return error instanceof TocsinError && error.status < 500 && error.status !== 429;
}

const readSignInToken = (): string | undefined => /^#sign-in=([\w-]+)$/.exec(location.hash)?.[1];

/** Returns the sign-in data of the URL, and removes it there, because the browser would keep it in its history. */
function takeSignInData(): SignIn | undefined {
  const token = readSignInToken();
  const { search, pathname } = location;
  const parameters = new URLSearchParams(search);
  const isFromIssuer = parameters.has('state') && (parameters.has('code') || parameters.has('error'));
  if (token === undefined && !isFromIssuer) return undefined;
  const returnHash = isFromIssuer ? (sessionStorage.getItem(RETURN_KEY) ?? '') : '';
  sessionStorage.removeItem(RETURN_KEY);
  history.replaceState(null, '', pathname + (returnHash.startsWith('#/') ? returnHash : ''));
  updateAddress();
  return token === undefined ? { authorization_response: search } : { sign_in_token: token };
}

/** Navigates to the sign-in page of the issuer. */
export async function signInAtIssuer(): Promise<void> {
  try {
    const { authorization_url } = await sessionClient.call('beginSignIn');
    sessionStorage.setItem(RETURN_KEY, location.hash);
    location.assign(authorization_url);
  } catch (error) {
    signInReason.value = messageOf(error);
  }
}

/** Signs in. If that fails, {@link signInReason} says why. */
export async function signIn(body: SignIn): Promise<void> {
  try {
    const newSession = await sessionClient.call('createSession', { body });
    sessionStorage.clear();
    showSession(newSession);
    signInReason.value = undefined;
  } catch (error) {
    signInReason.value = messageOf(error);
  }
}

export async function signOut(): Promise<void> {
  try {
    await sessionClient.call('signOut');
  } catch (error) {
    if (!(error instanceof TocsinError) || error.status !== 401) {
      signOutError.value = `You are still signed in: ${messageOf(error)}`;
      return;
    }
  }
  forgetDomains();
  endSession(undefined);
}

/**
 * Enters another domain.
 * @throws Error if the user wants to keep what he has entered on this page; TocsinError, TocsinUnreachableError
 */
export async function switchDomain(new_domain_id: string): Promise<void> {
  if (new_domain_id === currentDomain()) return;
  if (!mayLeave()) throw new Error('Finish or close what is open on this page first.');
  isSwitching = true;
  try {
    showSession(await sessionClient.call('switchDomain', { body: { new_domain_id } }));
  } catch (error) {
    isSwitching = false;
    if (!(error instanceof TocsinError) || error.status !== 401) {
      // What was not checked meanwhile.
      void checkSession();
      throw error;
    }
    // Another tab may have entered a domain at the same time: then the browser has its session.
    const own = session.value?.session_id;
    await checkSession();
    if (session.value && session.value.session_id !== own) return;
    // If the answer was lost, the repeated request has a cookie that has ended.
    endSession('The session has ended, perhaps because it has entered the domain and the answer was lost.');
  }
}

/** Shows the sign-in again if a request failed because the session has ended. @returns whether that may be the reason */
export function endIfUnauthorized(error: unknown): boolean {
  if (!(error instanceof TocsinError)) return false;
  // The session goes on. Only what creates keys asks for a recent sign-in.
  if (error.code === 'ERROR_SIGN_IN_AGAIN') return false;
  // A request that names the domain of this page is refused if another tab has entered another one.
  if (error.status === 401 || error.status === 403) void checkSession();
  return error.status === 401;
}

let isChecking = false;

/** Finds out whether the session has ended, or is another one since another tab has changed it. */
async function checkSession(): Promise<void> {
  if (isChecking || isSwitching || !session.value) return;
  isChecking = true;
  try {
    const { session_id } = await sessionClient.call('getCurrentSession');
    if (session_id !== session.value?.session_id) await followOtherTab();
  } catch (error) {
    // Otherwise the next request finds it out. If a switch began meanwhile, its answer says what became of the session.
    if (error instanceof TocsinError && error.status === 401 && !isSwitching) endSession(ENDED_MESSAGE);
  }
  isChecking = false;
}

function endSession(reason: string | undefined): void {
  clearSession(reason);
  session.value = null;
}

function clearSession(reason: string | undefined): void {
  sessionStorage.clear();
  signOutError.value = undefined;
  offeredSignIn.value = undefined;
  signInReason.value = reason;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
