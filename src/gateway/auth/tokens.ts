import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { AuthError } from './caller.ts';
import type { Claims } from './claims.ts';
import type { OAuthSettings } from './settings.ts';

/** No token of an honest server is this long. */
const MAX_TOKEN_LENGTH = 16_384;

/**
 * Verifies access tokens: signature, algorithm, issuer, audience, times.
 * @throws AuthError `AUTH_INVALID` that says what is wrong with the token; `AUTH_UNAVAILABLE`
 */
export async function verifyToken(token: string, settings: OAuthSettings, keys: JWTVerifyGetKey): Promise<Claims> {
  if (token.length > MAX_TOKEN_LENGTH) throw new AuthError('AUTH_INVALID', 'The token is too long.');
  const { issuer, audience, algorithms, clockSkewSeconds } = settings;
  const options = {
    issuer,
    audience: [...audience],
    // Whatever the token says: an algorithm for shared secrets would take the public key for one.
    algorithms: [...algorithms],
    clockTolerance: clockSkewSeconds,
    requiredClaims: ['iss', 'aud', 'exp'],
  };
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw refused(error);
    // A token without a key id may be signed with any of them.
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (inner) {
        if (!(inner instanceof errors.JWSSignatureVerificationFailed)) throw refused(inner);
      }
    }
    throw refused(new errors.JWSSignatureVerificationFailed());
  }
}

function refused(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  return new AuthError('AUTH_INVALID', whatIsWrong(error), { next: 'Get a new token and try again.', cause: error });
}

function whatIsWrong(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim } = error;
    if (claim === 'iss') return 'The token is from another issuer.';
    if (claim === 'aud') return 'The token is for another audience.';
    if (claim === 'nbf') return 'The token is not good yet.';
    return `The claim "${claim}" of the token is missing or wrong.`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The token is signed with an algorithm that is not allowed.';
  if (error instanceof errors.JWKSNoMatchingKey) return 'The token is signed with a key that its issuer does not have.';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'The signature of the token is wrong.';
  return 'The token cannot be read.';
}
