import { createAddressSchema } from '../address-options.js';

export const OPTIONS_SCHEMA = createAddressSchema(
  'The address that notifications are posted to. Example: https://example.com/alerts',
);
