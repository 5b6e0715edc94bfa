import { addressSchema } from '../address-options.js';

export const OPTIONS_SCHEMA = addressSchema(
  'The address that notifications are posted to. Example: https://example.com/alerts',
);
