import { addressSchema } from '../address-options.js';

export const OPTIONS_SCHEMA = addressSchema(
  'The address that deliveries are posted to, as their senders would post them. ' +
    'Example: https://alertmanager.example.com/api/v2/alerts',
);
