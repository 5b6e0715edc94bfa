import { isObject, type Json } from '#shared/kernel/json.js';

/** A body in the form of the API of Icinga, as commands post it that tell host, service and check as objects, flat. */
export function flattened(body: Json): Json | undefined {
  if (!isObject(body)) return undefined;
  const { host, service, check_result: result, ...rest } = body;
  if (!isObject(host) || !isObject(result)) return undefined;
  const { name: host_name = null, address: host_address = null, check_command: host_check = null } = host;
  const { name: service_name = null, check_command = host_check } = isObject(service) ? service : {};
  const {
    state = null,
    output = null,
    state_type = null,
    attempt = null,
    execution_end: time = null,
  } = result;
  return {
    ...rest,
    host_name,
    host_address,
    service_name,
    check_command,
    state,
    output,
    state_type,
    check_attempt: attempt,
    time,
  };
}
