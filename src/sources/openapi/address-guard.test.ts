import { describe, expect, it } from 'vitest';
import { createAddressGuard, isPublicAddress } from './address-guard.ts';

describe('isPublicAddress', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00:ec2::254',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:a00:1::1',
    '2001:db8::1',
    'ff02::1',
    'localhost',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])('takes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('the guard', () => {
  const resolving =
    (...addresses: readonly string[]) =>
    (_host: string, _options: unknown, callback: (error: null, found: unknown) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  const looked = (addresses: readonly string[], allow: true | readonly string[] = []) =>
    new Promise<unknown>((resolve) => {
      const guard = createAddressGuard({ allow, resolve: resolving(...addresses) as never });
      const url = new URL('http://api.example.test/');
      guard.lookup(url)(url.hostname, { all: true }, (error, found) => resolve(error ?? found));
    });

  it.each([
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://[::1]:8080/',
    'http://[::ffff:127.0.0.1]/',
    'file:///etc/passwd',
  ])('refuses %s before anything is connected', (address) => {
    const guard = createAddressGuard({ allow: [] });
    expect(() => guard.check(new URL(address))).toThrow(expect.objectContaining({ code: 'NOT_ALLOWED' }));
  });

  it('refuses a name that leads inside, whatever it is called', async () => {
    expect(await looked(['10.0.0.7'])).toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('connects to the public addresses alone where a name has both', async () => {
    expect(await looked(['10.0.0.7', '8.8.8.8'])).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });

  it('lets a host in that is named, and no other', async () => {
    expect(await looked(['10.0.0.7'], ['API.example.test'])).toEqual([{ address: '10.0.0.7', family: 4 }]);
    expect(await looked(['10.0.0.7'], ['other.example.test'])).toMatchObject({ code: 'NOT_ALLOWED' });
    expect(() => createAddressGuard({ allow: ['::1'] }).check(new URL('http://[::1]/'))).not.toThrow();
  });
});
