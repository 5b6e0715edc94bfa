import { Notice } from '../parts/notice.tsx';
import { offeredSignIn, session, signInReason, signIn } from '../session.js';

/** Asks before a sign-in link replaces the current session, because the link may come from an attacker. */
export function OfferedSession() {
  const body = offeredSignIn.value;
  if (body === undefined) return null;
  const decline = () => (offeredSignIn.value = undefined);
  const accept = async () => {
    await signIn(body);
    decline();
  };
  return (
    <section aria-label="Another session" class="offer">
      <p role="alert">
        The link that you opened starts another session. You are signed in as{' '}
        <bdi>{session.value?.user_id}</bdi> in <bdi>{session.value?.domain_id}</bdi>.
      </p>
      <p class="bar">
        <button type="button" onClick={decline}>
          Keep this session
        </button>
        <button type="button" onClick={() => void accept()}>
          Sign in with the link
        </button>
      </p>
    </section>
  );
}

/** Why a sign-in failed while there is another session. */
export function SignInError() {
  return signInReason.value === undefined ? null : <Notice kind="bad">{signInReason.value}</Notice>;
}
