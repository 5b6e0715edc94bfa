import { expect, it } from 'vitest';
import { findHostRefusal } from './public-agents.js';

const ALLOWED = ['hooks.slack.com', '*.corp.example', '192.0.2.1', '2001:db8::1'];

it.each([
  'https://hooks.slack.com/services/x',
  'https://HOOKS.slack.com:8443/',
  'https://a.corp.example/',
  'https://a.b.corp.example/',
  'http://192.0.2.1/',
  'http://[2001:db8:0::1]/',
])('%s is allowed', (url) => expect(findHostRefusal(new URL(url), ALLOWED)).toBeUndefined());

it.each([
  'https://example.com/?hooks.slack.com',
  'https://hooks.slack.com.evil.example/',
  'https://evil-corp.example/',
  'https://corp.example/',
  'https://a.hooks.slack.com/',
  'http://192.0.2.10/',
])('%s is refused, unless all hosts are allowed', (url) => {
  expect(findHostRefusal(new URL(url), ALLOWED)).toContain('RECEIVERS_ALLOW');
  expect(findHostRefusal(new URL(url), [])).toBeUndefined();
});
