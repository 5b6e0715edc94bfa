import { expect, it } from 'vitest';
import { findOwnAddressRefusal } from './find-address-refusal.js';

const PUBLIC_URL = 'https://tocsin.example.com/alarms';
const EVENTS = '/monitoring/v1/webhook/webhook_01/key/events';
const refusalOf = (url: string) => findOwnAddressRefusal(new URL(url), PUBLIC_URL);

it.each([
  `https://tocsin.example.com/alarms${EVENTS}`,
  `https://TOCSIN.example.com:443/alarms${EVENTS}/alerts?a=b`,
  `http://tocsin.example.com/alarms${EVENTS}`,
])('%s is refused', (url) => expect(refusalOf(url)).toContain('webhook of this service'));

it.each([
  `https://other.example.com/alarms${EVENTS}`,
  `https://tocsin.example.com:8443/alarms${EVENTS}`,
  'https://tocsin.example.com/hooks/chat',
])('%s is not', (url) => expect(refusalOf(url)).toBeUndefined());
