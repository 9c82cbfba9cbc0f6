import type { SessionUser } from '@tradehouse/contract';

/** Returns the name in the greeting; a session stored by an earlier version has no nickname. */
export const greetedName = ({
  nickname,
  username,
  loginName,
}: Pick<SessionUser, 'username' | 'loginName'> & Partial<Pick<SessionUser, 'nickname'>>): string =>
  [nickname, username].find((name) => name !== undefined && name !== '') ?? loginName;

/** Greeting for an hour: before 9, 9–11, 12–13, 14–19, 20 and later. */
export function greetingKey(
  hour: number,
): `greeting.${'early' | 'morning' | 'noon' | 'afternoon' | 'evening'}` {
  if (hour < 9) return 'greeting.early';
  if (hour < 12) return 'greeting.morning';
  if (hour < 14) return 'greeting.noon';
  return hour < 20 ? 'greeting.afternoon' : 'greeting.evening';
}
