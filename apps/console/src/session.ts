import { signal } from '@preact/signals';
import { TocsinError, type Schemas } from '../../../clients/typescript/src/tocsin.js';
import { readAddress } from './address.js';
import { client, SERVICE } from './client.js';

type Session = Schemas['SessionInfo'];
type SignIn = Schemas['CreateSessionRequest'];

/** Milliseconds. */
const RETRY_EVERY = 3_000;
const ENDED = 'The session has ended.';
/** The sessionStorage key of the screen to return to after a sign-in at the OpenID issuer. */
const RETURN_TO = 'return to';

/** The current session. `undefined`: not known yet. `null`: nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);

/** Why the session is not known, while the request is retried. */
export const sessionTrouble = signal<string | undefined>(undefined);

/** Why the user has to sign in again, or why a sign-in failed. */
export const signedOut = signal<string | undefined>(undefined);

/** Why signing out failed. */
export const signOutFailure = signal<string | undefined>(undefined);

/** The session that a sign-in link offers to a user who is already signed in, to replace the current one. */
export const offered = signal<SignIn | undefined>(undefined);

// All tabs share one cookie. If one tab changes the session, the others must stop to show and change data of the old one.
const tabs = new BroadcastChannel(SERVICE);
let isTold = false;
session.subscribe((current) => {
  if (current !== undefined && !isTold) tabs.postMessage(current?.session_id);
});
tabs.addEventListener('message', async ({ data }) => {
  if (data === session.value?.session_id) return;
  // No answer to the other tabs. Otherwise tabs that disagree would send messages to each other for ever.
  isTold = true;
  forget(session.value ? ENDED : signedOut.value);
  session.value = undefined;
  await loadSession();
  isTold = false;
  if (session.value) signedOut.value = undefined;
});

// If the page is already open, following a sign-in link only changes the hash and does not load the page.
addEventListener('hashchange', () => {
  if (tokenInAddress() !== undefined) void loadSession();
});

/** Loads the session. First signs in with the token of a link or the response of the issuer, if the URL contains one. */
export async function loadSession(): Promise<void> {
  const given = takeSignInGiven();
  for (;;) {
    try {
      session.value = await begin(given);
      sessionTrouble.value = undefined;
      return;
    } catch (error) {
      sessionTrouble.value = messageOf(error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY));
    }
  }
}

/** @throws errors that may be temporary, for the caller to retry; a refusal is shown instead */
async function begin(given: SignIn | undefined): Promise<Session | null> {
  const current = await client.call('getCurrentSession').catch((error: unknown) => {
    if (isRefusal(error)) return null;
    throw error;
  });
  if (given === undefined) return current;
  if (current !== null && given.sign_in_token !== undefined) {
    offered.value = given;
    return current;
  }
  try {
    return await client.call('createSession', { body: given });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    signedOut.value = error.message;
    return current;
  }
}

function isRefusal(error: unknown): error is TocsinError {
  return error instanceof TocsinError && error.status < 500 && error.status !== 429;
}

const tokenInAddress = (): string | undefined => /^#sign-in=([\w-]+)$/.exec(location.hash)?.[1];

/** Returns the sign-in data of the URL, and removes it there, because the browser would keep it in its history. */
function takeSignInGiven(): SignIn | undefined {
  const token = tokenInAddress();
  const { search, pathname } = location;
  const returned = new URLSearchParams(search);
  const isReturned = returned.has('state') && (returned.has('code') || returned.has('error'));
  if (token === undefined && !isReturned) return undefined;
  const place = isReturned ? (sessionStorage.getItem(RETURN_TO) ?? '') : '';
  sessionStorage.removeItem(RETURN_TO);
  history.replaceState(null, '', pathname + (place.startsWith('#/') ? place : ''));
  readAddress();
  return token === undefined ? { authorization_response: search } : { sign_in_token: token };
}

/** Navigates to the sign-in page of the issuer. */
export async function signInAtIssuer(): Promise<void> {
  try {
    const { authorization_url } = await client.call('beginSignIn');
    sessionStorage.setItem(RETURN_TO, location.hash);
    location.assign(authorization_url);
  } catch (error) {
    signedOut.value = messageOf(error);
  }
}

/** Signs in. If that fails, {@link signedOut} says why. */
export async function signIn(body: SignIn): Promise<void> {
  try {
    const begun = await client.call('createSession', { body });
    sessionStorage.clear();
    session.value = begun;
    signedOut.value = undefined;
  } catch (error) {
    signedOut.value = messageOf(error);
  }
}

export async function signOut(): Promise<void> {
  try {
    await client.call('signOut');
  } catch (error) {
    if (!(error instanceof TocsinError) || error.status !== 401) {
      signOutFailure.value = `You are still signed in: ${messageOf(error)}`;
      return;
    }
  }
  end(undefined);
}

/** Shows the sign-in again if a request failed because the session has ended. @returns whether that was the reason */
export function endedBy(error: unknown): boolean {
  if (!(error instanceof TocsinError) || error.status !== 401) return false;
  end(session.value ? ENDED : signedOut.value);
  return true;
}

function end(why: string | undefined): void {
  forget(why);
  session.value = null;
}

function forget(why: string | undefined): void {
  sessionStorage.clear();
  signOutFailure.value = undefined;
  offered.value = undefined;
  signedOut.value = why;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
