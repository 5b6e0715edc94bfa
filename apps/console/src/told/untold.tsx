import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { linkTo } from '../address.js';
import { client } from '../client.js';
import { formatCount } from '../format.js';
import { Notice } from '../parts/notice.tsx';
import { useLoaded } from '../parts/use-loaded.js';

type Preview = Schemas['AlertTellingPreview'];
type Alert = Required<Schemas['AlertInfo']>;

interface UntoldProperties {
  readonly untold: Preview['untold'];
  readonly total: number;
  readonly alertId: string;
}

/** The other subscriptions, each with its reason. */
export function Untold({ untold, total, alertId }: UntoldProperties) {
  const alert = useLoaded(`alert ${alertId}`, (signal) =>
    client.call('getAlert', { path: { alert_id: alertId } }, { signal }),
  );
  if (total === 0) return null;
  return (
    <section class="stack" aria-label="Not told">
      <h2>Not told, and why</h2>
      <ul class="reasons card">
        {untold.map((each) => (
          <li key={each.subscription_id}>
            <a href={linkTo('told', 'subscriptions', { id: each.subscription_id })} dir="auto">
              {each.name}
            </a>
            <span>
              <Reason untold={each} alert={alert.value.value as Alert | undefined} />
            </span>
          </li>
        ))}
      </ul>
      {total > untold.length ? (
        <Notice>{formatCount(total - untold.length)} more are not told.</Notice>
      ) : null}
    </section>
  );
}

function Reason({
  untold,
  alert,
}: {
  readonly untold: Preview['untold'][number];
  readonly alert: Alert | undefined;
}) {
  const { reason, details, conditions } = untold;
  switch (reason) {
    case 'DISABLED':
      return <>It is disabled{details === null ? '' : `: ${details}`}.</>;
    case 'KIND':
      return <>It is not told of alerts that open.</>;
    case 'PROJECT':
      return (
        <>
          It is for alerts of project <bdi>{details}</bdi>
          {alert === undefined ? '' : `; this one is of ${alert.project_id}`}.
        </>
      );
    case 'NO_STEP':
      return <>Only steps of escalations tell it, and none that applies names it.</>;
    case 'INVALID_FILTER':
      return <bdi>{details}</bdi>;
    default:
      return (
        <>
          {conditions.length === 1 ? 'This does not match: ' : 'These do not match: '}
          {conditions.map((condition) => (
            <span key={condition} class="unmatched">
              <code dir="auto">{condition}</code>
              <Actual condition={condition} alert={alert} />
            </span>
          ))}
        </>
      );
  }
}

/** What the alert has in the field of a condition, which mostly says why it does not match. */
function Actual({ condition, alert }: { readonly condition: string; readonly alert: Alert | undefined }) {
  const field = /^[\w.-]+/.exec(condition)?.[0] ?? '';
  const label = /^labels\.(.+)$/.exec(field)?.[1];
  if (alert === undefined || / or /.test(condition)) return null;
  const value = label === undefined ? readField(alert, field) : alert.labels[label];
  if (typeof value === 'object' && value !== null) return null;
  return (
    <small>
      {value === undefined || value === null || value === '' ? (
        ' the alert has none'
      ) : (
        <>
          {' '}
          the alert has <bdi>{String(value).slice(0, 80)}</bdi>
        </>
      )}
    </small>
  );
}

const readField = (alert: Alert, field: string): unknown =>
  field.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], alert);
