import { toPlainLine } from '#shared/kernel/clean-text.js';
import { createJsonRequest, type RenderedRequest } from '../post-attempt.js';
import type { Outgoing } from '../protocol.js';
import { summarize } from '../summarize.js';
import { describe, fit, listDetails, selectMessage, selectPriority } from './content.js';
import type { PlannedRequest } from './plan-requests.js';
import { OPSGENIE_API, type OpsgenieOptions } from './schema.js';

const PRODUCT = 'Tocsin';
/** What is updated by its value alone. */
const UPDATES: ReadonlySet<string> = new Set(['priority', 'message', 'description']);
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Renders a request of the Alert API. */
export function render(outgoing: Outgoing, { action, alias }: PlannedRequest): RenderedRequest {
  const { api_key, api_url = OPSGENIE_API } = outgoing.options as unknown as OpsgenieOptions;
  const alerts = `${readBase(api_url)}/v2/alerts`;
  const path = `/${encodeURIComponent(alias)}/${action}?identifierType=alias`;
  return {
    ...createJsonRequest(
      action === 'create' ? alerts : alerts + path,
      renderBody(outgoing, { action, alias }),
      {
        authorization: `GenieKey ${api_key}`,
      },
    ),
    ...(UPDATES.has(action) && { method: 'PUT' }),
  };
}

/** Accepts the address of the API, and of its alerts, which guides of Opsgenie show. */
function readBase(api_url: string): string {
  return api_url
    .replace(/\/$/, '')
    .replace(/\/v2\/alerts$/, '')
    .replace(/\/v2$/, '');
}

function renderBody(outgoing: Outgoing, { action, alias }: PlannedRequest): object {
  if (action === 'create') return renderAlert(outgoing, alias);
  if (action === 'priority') return { priority: selectPriority(outgoing) };
  if (action === 'message') return { message: selectMessage(outgoing) };
  if (action === 'description') return { description: describe(outgoing) };
  const { data } = outgoing.message;
  const { event, lines } = summarize(outgoing);
  const comment = 'alert' in data && action === 'acknowledge' ? data.alert.comment : null;
  const actor = 'alert' in data && action === 'acknowledge' ? data.change.actor : null;
  return {
    user: fit('user', toPlainLine(actor ?? PRODUCT)),
    source: PRODUCT,
    note: fit('note', comment ?? [event, ...(action === 'notes' ? lines : [])].join('\n')),
  };
}

function renderAlert(outgoing: Outgoing, alias: string): object {
  const { data } = outgoing.message;
  const { responders, tags } = outgoing.options as unknown as OpsgenieOptions;
  const { resource, source } = 'alert' in data ? data.alert : { resource: null, source: null };
  const entity = toPlainLine(resource?.name ?? resource?.resource_id ?? '');
  return {
    message: selectMessage(outgoing),
    alias,
    description: describe(outgoing),
    priority: selectPriority(outgoing),
    details: listDetails(outgoing),
    source: fit('source', toPlainLine(source?.name ?? PRODUCT)),
    user: PRODUCT,
    ...(entity !== '' && { entity: fit('entity', entity) }),
    ...(responders !== undefined && { responders: responders.map(toResponder) }),
    ...(tags !== undefined && { tags }),
  };
}

/** Returns a responder for `team:Database`. Users have a `username`, all others a `name`. */
function toResponder(text: string): object {
  const type = text.slice(0, text.indexOf(':'));
  const name = text.slice(type.length + 1);
  if (UUID.test(name)) return { type, id: name };
  return type === 'user' ? { type, username: name } : { type, name };
}
