import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { isObject } from '../json.ts';
import { stepContext } from './recorder.ts';

/** Notes every TCP connection of this process with the step that opened it. Pipes to child processes are none. */
export function watchConnections(): void {
  subscribe('net.client.socket', (message) => {
    const store = stepContext.getStore();
    const socket = isObject(message) ? (message.socket as Socket | undefined) : undefined;
    if (store === undefined || socket === undefined) return;
    store.connections.push(`${store.path}: a connection was opened`);
  });
}
