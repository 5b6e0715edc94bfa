import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { explainError } from '../connection.js';
import { Field } from '../parts/field.tsx';
import { Json } from '../parts/json.tsx';
import { Notice } from '../parts/notice.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import type { Severity } from '../severity.js';

type Preview = Schemas['MessagePreview'];

/** The message that would be sent of a real alert, as people read it. */
export function MessagePreview({ load }: { readonly load: (signal: AbortSignal) => Promise<Preview> }) {
  const [found, setFound] = useState<Preview | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const look = async () => {
    setFailure(undefined);
    try {
      setFound(await load(AbortSignal.timeout(30_000)));
    } catch (error) {
      setFailure(explainError(error));
    }
  };
  return (
    <section class="stack" aria-label="Message">
      <div>
        <button type="button" onClick={() => void look()}>
          Show a message
        </button>
      </div>
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
      {found === undefined ? null : <Message preview={found} />}
    </section>
  );
}

function Message({ preview: { text, problem, content, alert_id } }: { readonly preview: Preview }) {
  return (
    <div class="card message" role="status">
      <p class="help">
        {alert_id === null
          ? 'A sample, as no alert of the last 30 days matches'
          : 'Of the newest alert that matches'}
      </p>
      {problem === null ? null : <Notice kind="bad">The template fails: {problem}</Notice>}
      {text === null ? (
        <Json value={content} label="Body of the request" />
      ) : (
        <>
          <div class="bar">
            {text.severity === null ? null : <SeverityMark severity={text.severity as Severity} />}
            <strong>{text.event}</strong>
          </div>
          <p dir="auto">
            <strong>{text.title}</strong>
          </p>
          {text.lines.map((line, at) => (
            <p key={at} dir="auto" class="prose">
              {line}
            </p>
          ))}
          <dl class="facts">
            {text.fields.map(({ name, value }) => (
              <Field key={name} name={name}>
                <bdi>{value}</bdi>
              </Field>
            ))}
          </dl>
          {text.links.length === 0 ? null : (
            <p class="bar">
              {text.links.map(({ text: name, url }) => (
                <span key={url} class="chip">
                  {name}
                </span>
              ))}
            </p>
          )}
        </>
      )}
    </div>
  );
}
