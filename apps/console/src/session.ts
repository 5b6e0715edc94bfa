import { signal } from '@preact/signals';
import { TocsinError, type Schemas } from '../../../clients/typescript/src/tocsin.js';
import { readAddress } from './address.js';
import { client, SERVICE } from './client.js';

type Session = Schemas['SessionInfo'];
type SignIn = Schemas['CreateSessionRequest'];

/** Milliseconds. */
const RETRY_EVERY = 3_000;
const ENDED = 'The session has ended.';
/** Where the place is kept that somebody wanted to see, while they are at the issuer. */
const RETURN_TO = 'return to';

/** `undefined`: not known yet. `null`: nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);

/** Why it is not known, while it is asked again. */
export const sessionTrouble = signal<string | undefined>(undefined);

/** Why somebody has to sign in again, in words. */
export const signedOut = signal<string | undefined>(undefined);

/** Why somebody who wanted to sign out is still signed in. */
export const signOutFailure = signal<string | undefined>(undefined);

/** What a link offers to somebody who is signed in already: another session in the place of theirs. */
export const offered = signal<SignIn | undefined>(undefined);

// All tabs act by one cookie: what one shows of the session before must not be taken for, or changed in, the next one.
const tabs = new BroadcastChannel(SERVICE);
let isTold = false;
session.subscribe((current) => {
  if (current !== undefined && !isTold) tabs.postMessage(current?.session_id);
});
tabs.addEventListener('message', async ({ data }) => {
  if (data === session.value?.session_id) return;
  // Tabs that do not agree would tell each other for ever.
  isTold = true;
  forget(session.value ? ENDED : signedOut.value);
  session.value = undefined;
  await loadSession();
  isTold = false;
  if (session.value) signedOut.value = undefined;
});

// A link that is opened where the page is already there does not load it again.
addEventListener('hashchange', () => {
  if (tokenInAddress() !== undefined) void loadSession();
});

/** Finds out who is signed in; the token of a link, or what the issuer sent the browser back with, signs in first. */
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

/** @throws what may not happen again */
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

/** It can be used once, but stays in the history if it stays in the address. */
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

/** Leaves for the page of the issuer. */
export async function signInAtIssuer(): Promise<void> {
  try {
    const { authorization_url } = await client.call('beginSignIn');
    sessionStorage.setItem(RETURN_TO, location.hash);
    location.assign(authorization_url);
  } catch (error) {
    signedOut.value = messageOf(error);
  }
}

/** If it does not work, {@link signedOut} says why. */
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

/** What failed because the session has ended leads back to the sign-in. @returns whether it did */
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
