const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** Whether a host name or an IP address is that of the same machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);
