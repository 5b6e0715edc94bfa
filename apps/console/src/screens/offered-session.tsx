import { Notice } from '../parts/notice.tsx';
import { offeredSignIn, session, signInReason, signIn } from '../session.js';

/** Asks before a sign-in link starts a session, because the link may come from an attacker. */
export function OfferedSession() {
  const offered = offeredSignIn.value;
  if (offered === undefined) return null;
  const { user_id, domain_id } = offered.holder;
  const current = session.value;
  const decline = () => (offeredSignIn.value = undefined);
  const accept = async () => {
    await signIn(offered.signIn);
    decline();
  };
  return (
    <section aria-label="Another session" class="card">
      <p role="alert">
        Sign in as <bdi>{user_id}</bdi> in domain <bdi>{domain_id}</bdi>?
        {current ? (
          <>
            {' '}
            You are signed in as <bdi>{current.user_id}</bdi> in <bdi>{current.domain_id}</bdi>.
          </>
        ) : null}
      </p>
      <p class="bar">
        <button type="button" onClick={decline}>
          {current ? 'Keep this session' : 'Do not sign in'}
        </button>
        <button type="button" class="primary" onClick={() => void accept()}>
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
