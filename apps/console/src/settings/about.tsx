import { SERVICE_URL } from '../client.js';
import { CopyField } from '../design/copy-field.tsx';
import { Field } from '../parts/field.tsx';
import { Time } from '../parts/time.tsx';
import { session } from '../session.js';

/** The domain, the user, and where the API is. */
export function About() {
  const current = session.value;
  if (!current) return null;
  return (
    <section class="card" aria-label="About">
      <dl class="facts">
        <Field name="Domain">
          <bdi>{current.domain_id}</bdi>
        </Field>
        <Field name="You">
          <bdi>{current.user_id}</bdi> ({current.role})
        </Field>
        <Field name="Session">
          ends <Time at={current.expires_at} />
        </Field>
      </dl>
      <h2>API</h2>
      <p class="help">All that the console does, your programs can do with an API key.</p>
      <CopyField name="address of the API" text={SERVICE_URL} />
      <div class="bar">
        <a class="button" href={`${SERVICE_URL}/docs`}>
          Try the API
        </a>
      </div>
    </section>
  );
}
