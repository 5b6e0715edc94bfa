import { DomainError } from '#shared/kernel/domain-error.js';
import {
  parseButtonName,
  parseButtonValue,
  type ButtonAction,
  type ButtonTarget,
} from '../../actions/domain/action-button.js';

const SLACK_ID = /^[A-Z0-9]{1,64}$/;
const MAX_URL_LENGTH = 2_048;

/** Somebody has pressed a button of this service. */
export interface Press {
  readonly action: ButtonAction;
  /** `undefined`: the value of the button was not made here. */
  readonly target: ButtonTarget | undefined;
  /** The id of the person in Slack. */
  readonly user_id: string;
  /** The id of the workspace of the app, to which the person need not belong. */
  readonly team_id: string | undefined;
  /** Where the person can be answered; `undefined`: nowhere. */
  readonly response_url: string | undefined;
}

/**
 * Reads what Slack posts when somebody uses a message: a form whose field `payload` is JSON.
 * https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 * @returns `undefined` if it is not a press of a button of this service
 * @throws ERROR_INVALID_PARAMETER
 */
export function parsePress(body: Buffer): Press | undefined {
  const payloads = new URLSearchParams(body.toString('utf8')).getAll('payload');
  if (payloads.length !== 1)
    throw DomainError.invalid('payload', 'must be given once, as a field of a form, as Slack sends it');
  const payload = parseJson(payloads[0] ?? '');
  if (payload['type'] !== 'block_actions') return undefined;
  const [pressed] = Array.isArray(payload['actions']) ? (payload['actions'] as unknown[]) : [];
  const { action_id, value } = toObject(pressed);
  const action = parseButtonName(action_id);
  if (action === undefined) return undefined;
  const { id: user_id } = toObject(payload['user']);
  if (typeof user_id !== 'string' || !SLACK_ID.test(user_id))
    throw DomainError.invalid('payload', 'must have the id of the user as user.id');
  const { response_url } = payload;
  return {
    action,
    target: parseButtonValue(value),
    user_id,
    team_id: findTeam(payload),
    response_url:
      typeof response_url === 'string' && response_url.length <= MAX_URL_LENGTH ? response_url : undefined,
  };
}

/** A message names the workspace of the app that posted it; `team` may be that of somebody in a shared channel. */
function findTeam(payload: Readonly<Record<string, unknown>>): string | undefined {
  const { team: ofMessage } = toObject(payload['message']);
  const { id: ofPerson } = toObject(payload['team']);
  return [ofMessage, ofPerson].find((id) => typeof id === 'string');
}

function parseJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw DomainError.invalid('payload', 'must be a JSON object');
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
