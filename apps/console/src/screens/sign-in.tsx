import { useState } from 'preact/hooks';
import { client } from '../client.js';
import { FormField } from '../design/form-field.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { Heading } from '../parts/heading.tsx';
import { Notice } from '../parts/notice.tsx';
import { OfferedSession } from './offered-session.tsx';
import { signInReason, signIn, signInAtIssuer } from '../session.js';

export function SignIn() {
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const domain_id = text('domain_id');
    setBusy(true);
    await signIn({ api_key: text('api_key'), ...(domain_id === '' ? {} : { domain_id }) });
    setBusy(false);
  };
  const { value, failure } = useLoaded('sign-in methods', (signal) =>
    client.call('getSignInMethods', {}, { signal }),
  );
  const issuer = value.value?.issuer;
  return (
    <main class="alone">
      <div class="brand">
        <img src="./icon.svg" alt="" />
        Tocsin
      </div>
      <Heading text="Sign in" />
      <OfferedSession />
      {signInReason.value === undefined ? null : <Notice kind="bad">{signInReason.value}</Notice>}
      {failure.value === undefined ? null : <Notice kind="bad">{failure.value}</Notice>}
      {issuer ? (
        <p>
          <button type="button" onClick={() => void signInAtIssuer()}>
            Sign in at {new URL(issuer).host}
          </button>
        </p>
      ) : null}
      <form class="card" onSubmit={(event) => void submit(event)}>
        <FormField label="API key" isRequired>
          <input name="api_key" type="password" autocomplete="off" spellcheck={false} />
        </FormField>
        <FormField label="Domain" help="Only needed with the root key.">
          <input name="domain_id" autocomplete="off" spellcheck={false} />
        </FormField>
        <button type="submit" class="primary" disabled={busy}>
          Sign in
        </button>
      </form>
    </main>
  );
}
