import { Bell, KeyRound, ListChecks, Pause, Play, Send } from 'lucide';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { address, linkTo } from '../address.js';
import { client } from '../client.js';
import { now } from '../clock.js';
import { Badge } from '../design/badge.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Icon } from '../design/icon.tsx';
import { showDone, showFailure } from '../design/toast.tsx';
import { formatDuration } from '../format.js';
import { ManagedBy } from '../parts/managed-by.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { describeReceiver, describeSubscription } from './describe-records.js';
import { readForm } from './form-drawer.tsx';
import { protocolIcon, useProtocols, type Protocol } from './protocols.tsx';
import { act, RecordCard, RecordList, setParameter } from './record-list.tsx';
import { RecordMenu } from './record-menu.tsx';
import { Secret } from './secret.tsx';
import type { Subscription } from './subscription-draft.js';
import { SubscriptionForm } from './subscription-form.tsx';

/** Milliseconds. */
const REFRESH_MS = 5_000;
const PAGE_SIZE = 1_000;

/** The subscriptions, and whether their messages arrive. */
export function Subscriptions() {
  const isFailingOnly = address.value.parameters.has('failing');
  const loaded = useLoaded('subscriptions', readAll, REFRESH_MS);
  const { protocols, nameOf } = useProtocols();
  const limits = useLoaded('limits', readLimits);
  const form = readForm();
  const failing = loaded.value.value?.filter(({ health }) => health.failing) ?? [];
  const shown = { ...loaded, value: isFailingOnly ? { value: failing } : loaded.value } as typeof loaded;
  return (
    <>
      <RecordList
        noun="subscription"
        part="subscriptions"
        icon={Bell}
        purpose="A subscription tells somebody of alerts: a channel, a mailbox, a phone or a program."
        loaded={isFailingOnly && loaded.value.value !== undefined ? shown : loaded}
        textOf={(each) => `${each.name} ${describeSubscription(each, nameOf(each.protocol_id))}`}
        filters={
          failing.length > 0 || isFailingOnly ? (
            <button
              type="button"
              class="small"
              aria-pressed={isFailingOnly}
              onClick={() => setParameter('failing', isFailingOnly ? '' : 'yes')}
            >
              {failing.length} not getting through
            </button>
          ) : null
        }
      >
        {(each) => (
          <SubscriptionCard
            key={each.subscription_id}
            subscription={each}
            protocol={protocols.find(({ protocol_id }) => protocol_id === each.protocol_id)}
            limit={limits.value.value?.get(each.protocol_id)}
            reload={loaded.reload}
          />
        )}
      </RecordList>
      {form === undefined || protocols.length === 0 ? null : (
        <SubscriptionForm
          key={form.kind + form.id}
          open={form}
          protocols={protocols}
          onDone={loaded.reload}
        />
      )}
    </>
  );
}

async function readAll(signal: AbortSignal): Promise<readonly Subscription[]> {
  const query = { sort: { keys: [{ key: 'name' }] }, page: { start: 1, limit: PAGE_SIZE } };
  const { results } = await client.call('searchSubscriptions', { body: { query } }, { signal });
  return results as readonly Subscription[];
}

/** Returns the quotas by protocol: they limit what subscriptions send. */
async function readLimits(signal: AbortSignal) {
  const { results } = await client.call('listQuotas', {}, { signal });
  return new Map(results.map(({ protocol_id = '', limit }) => [protocol_id, limit]));
}

interface Properties {
  readonly subscription: Subscription;
  readonly protocol: Protocol | undefined;
  readonly limit: Schemas['QuotaLimit'] | undefined;
  readonly reload: () => void;
}

function SubscriptionCard({ subscription, protocol, limit, reload }: Properties) {
  const { subscription_id, name, state, managed_by, protocol_id } = subscription;
  const [isRotating, setRotating] = useState(false);
  const protocolName = protocol?.name ?? protocol_id;
  const path = { subscription_id };
  const isEnabled = state === 'ENABLED';
  const enable = () => client.call('enableSubscription', { path, body: {} });
  const disable = () => client.call('disableSubscription', { path, body: {} });
  const toggle = () =>
    act(
      isEnabled ? disable : enable,
      `“${name}” is ${isEnabled ? 'disabled' : 'enabled'}.`,
      reload,
      isEnabled ? enable : disable,
    );
  const verify = async () => {
    try {
      const { ok, reason, latency_ms } = await client.call('verifySubscription', { path, body: {} });
      if (ok) showDone(`“${name}” has received the test in ${latency_ms} ms.`);
      else showFailure(new Error(`The test to “${name}” failed: ${reason}`));
    } catch (error) {
      showFailure(error);
    }
    reload();
  };
  return (
    <RecordCard
      icon={protocolIcon(protocol_id)}
      name={name}
      link={linkTo('told', 'subscriptions', { id: subscription_id })}
      isIdle={!isEnabled}
      badges={<States subscription={subscription} />}
      sentence={describeSubscription(subscription, protocolName, limit)}
      facts={
        <>
          <Health subscription={subscription} />
          <ManagedBy name={managed_by} />
        </>
      }
      acts={
        <>
          <button type="button" aria-label={`Send a test to ${name}`} onClick={() => void verify()}>
            <Icon of={Send} />
            Test
          </button>
          <RecordMenu
            name={name}
            part="subscriptions"
            id={subscription_id}
            lost={`Nobody is told by it any more: ${describeReceiver(protocolName, subscription.options)}. What waits is not sent.`}
            remove={() => client.call('deleteSubscription', { path })}
            reload={reload}
          >
            <a href={linkTo('told', 'notifications', { subscription: subscription_id, state: 'all' })}>
              <Icon of={ListChecks} />
              Its notifications
            </a>
            <button type="button" onClick={() => void toggle()}>
              <Icon of={isEnabled ? Pause : Play} />
              {isEnabled ? 'Disable' : 'Enable'}
            </button>
            {protocol?.signed === true ? (
              <button type="button" onClick={() => setRotating(true)}>
                <Icon of={KeyRound} />
                Rotate the signing secret
              </button>
            ) : null}
          </RecordMenu>
        </>
      }
    >
      {isRotating ? <Rotate id={subscription_id} name={name} onClose={() => setRotating(false)} /> : null}
    </RecordCard>
  );
}

function States({
  subscription: { state, state_reason, health, trigger },
}: Pick<Properties, 'subscription'>) {
  return (
    <>
      {state === 'ENABLED' ? null : <Badge tone={state_reason === null ? 'neutral' : 'bad'}>disabled</Badge>}
      {health.failing && state === 'ENABLED' ? <Badge tone="bad">failing</Badge> : null}
      {trigger === 'ESCALATION' ? <Badge tone="accent">by escalations</Badge> : null}
    </>
  );
}

/** When it sent last, and why it does not. */
function Health({ subscription: { health, state_reason } }: Pick<Properties, 'subscription'>) {
  const { last_sent_at, failures, last_error } = health;
  const problem = state_reason ?? last_error;
  return (
    <>
      {last_sent_at === null
        ? 'Never sent. '
        : `Last sent ${formatDuration(now.value - Date.parse(last_sent_at))} ago. `}
      {problem === null ? null : (
        <span class="bad">
          {state_reason === null && failures > 1 ? `${failures} failures in a row: ` : 'Last error: '}
          <bdi>{problem}</bdi>
        </span>
      )}
    </>
  );
}

/** Makes a new signing secret, which is shown once. */
function Rotate({
  id,
  name,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const [secret, setSecret] = useState<string | undefined>(undefined);
  const rotate = async () => {
    try {
      const found = await client.call('rotateSubscription', { path: { subscription_id: id }, body: {} });
      setSecret(found.signing_secret ?? '');
    } catch (error) {
      showFailure(error);
      onClose();
    }
  };
  return (
    <Dialog
      title={`Rotate the signing secret of ${name}`}
      onClose={onClose}
      mayClose={() => secret === undefined}
    >
      {secret === undefined ? (
        <>
          <p>
            Messages are signed with both secrets for a while, so that the receiver can be changed meanwhile.
          </p>
          <div class="bar">
            <button type="button" class="primary" onClick={() => void rotate()}>
              Rotate
            </button>
            <button type="button" class="quiet" onClick={onClose}>
              Cancel
            </button>
          </div>
        </>
      ) : (
        <Secret text={secret} onDone={onClose} />
      )}
    </Dialog>
  );
}
