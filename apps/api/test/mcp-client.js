// Asks an MCP server with the client of the official SDK. A process of its own, because packages below the client export their
// TypeScript under the condition `source`, with which the tests run.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

process.on('message', async ({ url, headers, method, params }) => {
  try {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    const result = await client[method](params);
    await client.close();
    process.send?.({ result });
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
