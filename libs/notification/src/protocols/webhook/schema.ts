import { addressSchema } from '../address-options.js';

export const OPTIONS_SCHEMA = addressSchema(
  'where notifications are posted to, like https://example.com/alerts',
);
