import type { Type as Class } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import type { Caller } from '#shared/kernel/scope.js';
import { APIKeyQuery, CreateAPIKeyRequest } from '../../identity/api-key.dto.js';
import { CreateWebhookRequest, WebhookQuery } from '../../monitoring/webhook.dto.js';
import { mergeRequest, validateMessage } from './message.decorator.js';

describe('a missing domain', () => {
  it.each([
    ['of the root key', { root: true }, ['domain_id', 'user_id']],
    ['of another key', { root: false }, ['user_id']],
  ])('in a request %s is named with the other fields if it must be given', (_, caller, missing) => {
    const errors = missing.map((field) => ({ field, reason: 'is required' }));
    expect(() => validateMessage(CreateAPIKeyRequest, {}, caller as Caller)).toThrow(
      expect.objectContaining({ code: 'ERROR_REQUIRED_PARAMETER', errors }),
    );
  });
});

describe('words of states in filters', () => {
  it.each<[string, Class<{ state?: string }>, string, string | undefined]>([
    ['API keys', APIKeyQuery, 'disabled', 'DISABLED'],
    ['API keys', APIKeyQuery, 'none_state', undefined],
    ['webhooks', WebhookQuery, 'Enabled', 'ENABLED'],
    ['webhooks', WebhookQuery, 'none', undefined],
  ])('of %s are taken in any case', (_, request, state, expected) => {
    expect(validateMessage(request, { state }).state).toBe(expected);
  });
});

describe('null inside objects', () => {
  const parse = (method: 'POST' | 'PUT', fields: object) => {
    const operation = {
      method,
      path: '',
      summary: '',
      permission: 'open',
      request: CreateWebhookRequest,
    } as const;
    const body = Buffer.from(JSON.stringify({ name: 'a', project_id: 'p', ...fields }));
    return validateMessage(CreateWebhookRequest, mergeRequest(operation, { params: {}, query: {}, body }));
  };
  const nulls = { version: null, upgrade_mode: null, options: null };

  it('means that the field is not given', () => {
    const { plugin_info } = parse('POST', { plugin_info: { plugin_id: 'direct', ...nulls } });
    expect(plugin_info).toMatchObject({ plugin_id: 'direct', version: undefined, options: undefined });
    expect(() => parse('POST', { plugin_info: { plugin_id: null } })).toThrow(
      'plugin_info.plugin_id is required',
    );
  });

  it('is rejected in an update', () => {
    expect(() => parse('PUT', { plugin_info: { plugin_id: 'direct', ...nulls } })).toThrow(
      'plugin_info.version must not be null',
    );
  });

  it('stays where it is a value: in options, and in settings that can be taken back', () => {
    const options = { url: null };
    const settings = { flap: null };
    expect(parse('POST', { plugin_info: { plugin_id: 'http', options }, settings })).toMatchObject({
      plugin_info: { options },
      settings,
    });
  });
});
