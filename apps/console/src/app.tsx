import { useEffect } from 'preact/hooks';
import { address, linkTo } from './address.js';
import { followOpenAlerts, lastChange } from './alerts/live-alerts.js';
import { now } from './clock.js';
import { explain, reachable, watchConnection } from './connection.js';
import { durationOf } from './format.js';
import { Notice } from './parts/notice.tsx';
import { AlertScreen } from './screens/alert.tsx';
import { Now } from './screens/now.tsx';
import { Search } from './screens/search.tsx';
import { Sending } from './screens/sending.tsx';
import { SignIn } from './screens/sign-in.tsx';
import { Sources } from './screens/sources.tsx';
import { loadSession, session, signedOut, signOut } from './session.js';

const SCREENS = { now: Now, search: Search, sources: Sources, sending: Sending, alert: AlertScreen } as const;

const MENU = [
  ['now', 'Now'],
  ['search', 'Search'],
  ['sources', 'Sources'],
  ['sending', 'Sending'],
] as const;

export function App() {
  useEffect(() => {
    void loadSession().catch((error: unknown) => {
      signedOut.value = explain(error);
      session.value = null;
    });
    return watchConnection();
  }, []);
  return (
    <>
      <ConnectionBanner />
      {session.value === undefined ? (
        <Notice>Loading …</Notice>
      ) : session.value === null ? (
        <SignIn />
      ) : (
        <SignedIn />
      )}
    </>
  );
}

function SignedIn() {
  useEffect(() => {
    const end = new AbortController();
    void followOpenAlerts(end.signal);
    return () => end.abort();
  }, []);
  const { screen, id } = address.value;
  const Screen = Object.hasOwn(SCREENS, screen) ? SCREENS[screen as keyof typeof SCREENS] : Now;
  return (
    <>
      <header class="top">
        <a class="skip" href="#main" onClick={toMain}>
          Skip to the content
        </a>
        <strong>Tocsin</strong>
        <nav aria-label="Screens">
          {MENU.map(([name, text]) => (
            <a key={name} href={linkTo(name)} aria-current={screen === name ? 'page' : undefined}>
              {text}
            </a>
          ))}
        </nav>
        <span class="who">
          <bdi>{session.value?.user_id}</bdi> in <bdi>{session.value?.domain_id}</bdi>
        </span>
        <button type="button" onClick={() => void signOut()}>
          Sign out
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        <Screen key={`${screen} ${id ?? ''}`} />
      </main>
      <p class="unseen" aria-live="polite">
        {lastChange.value.slice(0, 200)}
      </p>
    </>
  );
}

/** The address says which screen it is, so the link must not change it. */
function toMain(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

function ConnectionBanner() {
  const state = reachable.value;
  if (state.state === 'yes') return null;
  return (
    <p class="banner" role="alert">
      {state.why} What you see is {durationOf(now.value - state.since.getTime())} old. Trying again …
    </p>
  );
}
