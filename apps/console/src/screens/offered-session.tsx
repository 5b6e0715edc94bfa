import { Notice } from '../parts/notice.tsx';
import { offered, session, signedOut, signIn } from '../session.js';

/** A link wants to sign somebody in who is signed in already: it may come from somebody else. */
export function OfferedSession() {
  const body = offered.value;
  if (body === undefined) return null;
  const decline = () => (offered.value = undefined);
  const accept = async () => {
    await signIn(body);
    decline();
  };
  return (
    <section aria-label="Another session" class="offer">
      <p role="alert">
        The link that was opened signs in anew. You are signed in as <bdi>{session.value?.user_id}</bdi> in{' '}
        <bdi>{session.value?.domain_id}</bdi>.
      </p>
      <p class="bar">
        <button type="button" onClick={decline}>
          Stay signed in as I am
        </button>
        <button type="button" onClick={() => void accept()}>
          Sign in by the link
        </button>
      </p>
    </section>
  );
}

/** What became of a sign-in beside the session that there is. */
export function SignInTrouble() {
  return signedOut.value === undefined ? null : <Notice kind="bad">{signedOut.value}</Notice>;
}
