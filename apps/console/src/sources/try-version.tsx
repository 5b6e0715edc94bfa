import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { Badge, type Tone } from '../design/badge.tsx';
import { FormField } from '../design/form-field.tsx';
import { Field } from '../parts/field.tsx';
import { Json } from '../parts/json.tsx';
import { Notice } from '../parts/notice.tsx';
import { useSave } from '../parts/use-save.js';

type Preview = Schemas['PluginPreview'];

/** What the outcomes of a preview mean, in words. */
const WORDS: Readonly<Record<string, readonly [text: string, tone: Tone]>> = {
  EVENT: ['Would be an event', 'good'],
  IGNORED: ['Would be ignored', 'neutral'],
  ACKNOWLEDGED: ['Would acknowledge', 'info'],
  ERROR: ['Cannot be read', 'error'],
};
const SHOWN_FIELDS = ['title', 'severity', 'event_type', 'event_key', 'rule', 'description'];

interface Properties {
  readonly delivery: Required<Schemas['QuarantinedDeliveryInfo']>;
  readonly version: string;
  readonly versions: readonly string[];
}

/** Previews how a version of the plugin reads a delivery. Nothing is stored. */
export function TryVersion({ delivery, version: current, versions }: Properties) {
  const [result, setResult] = useState<Preview | undefined>(undefined);
  const [version, setVersion] = useState(versions[0] ?? current);
  const { onSubmit, isBusy, message } = useSave(async () => {
    setResult(undefined);
    setResult(
      await client.call(
        'previewWebhookPlugin',
        { path: { webhook_id: delivery.webhook_id }, query: { version }, body: delivery.body },
        { contentType: delivery.content_type },
      ),
    );
  });
  return (
    <section class="stack" aria-label="Try a plugin version">
      <h2>How a version reads it</h2>
      <form class="try" onSubmit={onSubmit}>
        <FormField label="Version" isRequired>
          <select value={version} onChange={({ currentTarget }) => setVersion(currentTarget.value)}>
            {versions.map((each) => (
              <option key={each} value={each}>
                {each === current ? `${each} (present)` : each}
              </option>
            ))}
          </select>
        </FormField>
        <button type="submit" disabled={isBusy}>
          Try
        </button>
      </form>
      {message === undefined ? null : <Notice kind="bad">{message}</Notice>}
      {result === undefined ? null : (
        <section class="stack" aria-label="Result of the version">
          {result.outcomes.map((outcome, index) => (
            <PreviewedOutcome key={index} outcome={outcome} />
          ))}
        </section>
      )}
    </section>
  );
}

function PreviewedOutcome({ outcome }: { readonly outcome: Preview['outcomes'][number] }) {
  const [text, tone] = WORDS[outcome.outcome] ?? [outcome.outcome.toLowerCase(), 'neutral' as const];
  const event = outcome.event as Readonly<Record<string, unknown>> | undefined;
  return (
    <div class="stack">
      <div class="bar">
        <Badge tone={tone}>{text}</Badge>
        {outcome.reason === undefined ? null : <bdi>{outcome.reason.slice(0, 1_000)}</bdi>}
      </div>
      {event === undefined ? null : (
        <>
          <dl class="facts">
            {SHOWN_FIELDS.filter((name) => typeof event[name] === 'string').map((name) => (
              <Field key={name} name={name}>
                <bdi>{String(event[name]).slice(0, 1_000)}</bdi>
              </Field>
            ))}
          </dl>
          <details>
            <summary>All fields</summary>
            <Json value={event} label="All fields of the event" />
          </details>
        </>
      )}
    </div>
  );
}
