// Loaded into a child before its own code. A starter that is killed cannot stop its children, but its IPC channel
// closes, and the child then ends itself.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
