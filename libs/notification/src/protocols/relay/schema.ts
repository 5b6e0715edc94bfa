import { createAddressSchema } from '../address-options.js';

export const OPTIONS_SCHEMA = createAddressSchema(
  'The address that deliveries are posted to, as their senders would post them. ' +
    'Example: https://alertmanager.example.com/api/v2/alerts',
);
