import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { address } from './address.js';
import { followOpenAlerts } from './alerts/live-alerts.js';
import { now } from './clock.js';
import { reachability, reachedAt, watchConnection } from './connection.js';
import { Toasts } from './design/toast.tsx';
import { formatDuration } from './format.js';
import { Insights } from './insights/insights.tsx';
import { lazy } from './parts/lazy.tsx';
import { Notice } from './parts/notice.tsx';
import { AlertScreen } from './screens/alert.tsx';
import { Now } from './screens/now.tsx';
import { OfferedSession, SignInError } from './screens/offered-session.tsx';
import { Search } from './screens/search.tsx';
import { Settings } from './screens/settings.tsx';
import { SignIn } from './screens/sign-in.tsx';
import { Sources } from './screens/sources.tsx';
import { loadSession, session, sessionError, signInReason, signOutError } from './session.js';
import { CommandPalette } from './shell/command-palette.tsx';
import { DomainSwitch } from './shell/domain-switch.tsx';
import { Navigation } from './shell/navigation.tsx';
import { showOpenCountInTab } from './shell/tab-title.js';

const Told = lazy('told', async () => (await import('./told/told.tsx')).Told);

const SCREENS = {
  now: Now,
  search: Search,
  sources: Sources,
  told: Told,
  sending: Told,
  insights: Insights,
  alert: AlertScreen,
  settings: Settings,
} as const;

export function App() {
  useEffect(() => {
    void loadSession();
    const stopTitle = showOpenCountInTab();
    const stopWatch = watchConnection();
    return () => {
      stopTitle();
      stopWatch();
    };
  }, []);
  return (
    <>
      {session.value ? null : <ConnectionBanner />}
      {session.value === undefined ? (
        <LoadingSession />
      ) : session.value === null ? (
        <SignIn />
      ) : (
        <SignedIn key={session.value.session_id} />
      )}
    </>
  );
}

/** Shown until the session is known. An unreachable service is no reason to show the sign-in: the session may still exist. */
function LoadingSession() {
  return (
    <main class="alone">
      <h1>Tocsin</h1>
      {sessionError.value === undefined ? (
        <Notice>Loading …</Notice>
      ) : (
        <Notice kind="bad">
          Your session could not be loaded: {sessionError.value.replace(/\.?$/, '.')} Trying again …
        </Notice>
      )}
    </main>
  );
}

function SignedIn() {
  useEffect(() => {
    const controller = new AbortController();
    void followOpenAlerts(controller.signal);
    return () => controller.abort();
  }, []);
  const { screen, id } = address.value;
  // Messages of the previous screen are removed.
  useEffect(
    () => () => {
      signOutError.value = undefined;
      if (session.value) signInReason.value = undefined;
    },
    [screen, id],
  );
  const Screen = Object.hasOwn(SCREENS, screen) ? SCREENS[screen as keyof typeof SCREENS] : Now;
  return (
    <div class="shell">
      <Navigation />
      <div class="page">
        <ConnectionBanner />
        <main id="main" tabIndex={-1}>
          {signOutError.value === undefined ? null : <Notice kind="bad">{signOutError.value}</Notice>}
          <OfferedSession />
          <SignInError />
          <ErrorBoundary>
            <Screen key={`${screen} ${id ?? ''}`} />
          </ErrorBoundary>
        </main>
      </div>
      <CommandPalette />
      <DomainSwitch />
      <Toasts />
    </div>
  );
}

function ConnectionBanner() {
  const state = reachability.value;
  if (state.state === 'yes') return null;
  return (
    <p class="banner" role="alert">
      {state.why}{' '}
      {reachedAt.value === 0 ? null : `What you see is ${formatDuration(now.value - reachedAt.value)} old. `}
      Trying again …
    </p>
  );
}

/** Contains rendering errors: it shows the error in place of its children, and the rest of the page keeps working. */
function ErrorBoundary({ children }: { readonly children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary() as [unknown, () => void];
  const currentAddress = address.value;
  useEffect(reset, [currentAddress]);
  if (error === undefined || error === null) return <>{children}</>;
  return (
    <>
      <Notice kind="bad">
        This screen cannot be displayed: {error instanceof Error ? error.message : String(error)}
      </Notice>
      <button type="button" onClick={reset}>
        Try again
      </button>
    </>
  );
}
