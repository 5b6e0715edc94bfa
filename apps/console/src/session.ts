import { signal } from '@preact/signals';
import { TocsinError, type Schemas } from '../../../clients/typescript/src/tocsin.js';
import { client } from './client.js';

type Session = Schemas['SessionInfo'];

/** `undefined`: not known yet. `null`: nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);

/** Why somebody has to sign in again, in words. */
export const signedOut = signal<string | undefined>(undefined);

/** Finds out who is signed in; the token of a link, or what the issuer sent the browser back with, signs in first. */
export async function loadSession(): Promise<void> {
  const given = signInGiven();
  if (given !== undefined) {
    // It can be used once, but stays in the history otherwise.
    history.replaceState(null, '', location.pathname);
    if (await signIn(given)) return;
  }
  session.value = await client.call('getCurrentSession').catch((error: unknown) => {
    if (error instanceof TocsinError && error.status === 401) return null;
    throw error;
  });
}

type SignIn = Schemas['CreateSessionRequest'];

function signInGiven(): SignIn | undefined {
  const [, token] = /^#sign-in=([\w-]+)$/.exec(location.hash) ?? [];
  if (token !== undefined) return { sign_in_token: token };
  const returned = new URLSearchParams(location.search);
  const isReturned = returned.has('state') && (returned.has('code') || returned.has('error'));
  return isReturned ? { authorization_response: location.search } : undefined;
}

/** Leaves for the page of the issuer. */
export async function signInAtIssuer(): Promise<void> {
  try {
    const { authorization_url } = await client.call('beginSignIn');
    location.assign(authorization_url);
  } catch (error) {
    signedOut.value = error instanceof Error ? error.message : String(error);
  }
}

/** @returns whether it worked; else {@link signedOut} says why not */
export async function signIn(body: SignIn): Promise<boolean> {
  try {
    session.value = await client.call('createSession', { body });
    signedOut.value = undefined;
    return true;
  } catch (error) {
    signedOut.value = error instanceof Error ? error.message : String(error);
    session.value = null;
    return false;
  }
}

export async function signOut(): Promise<void> {
  await client.call('signOut').catch(() => undefined);
  signedOut.value = undefined;
  session.value = null;
}

/** What failed because the session has ended leads back to the sign-in. @returns whether it did */
export function endedBy(error: unknown): boolean {
  if (!(error instanceof TocsinError) || error.status !== 401) return false;
  if (session.value) signedOut.value = 'The session has ended.';
  session.value = null;
  return true;
}
