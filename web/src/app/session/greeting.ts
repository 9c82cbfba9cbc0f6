/** Greeting for an hour: before 9, 9–11, 12–13, 14–19, 20 and later. */
export function greetingKey(
  hour: number,
): `greeting.${'early' | 'morning' | 'noon' | 'afternoon' | 'evening'}` {
  if (hour < 9) return 'greeting.early';
  if (hour < 12) return 'greeting.morning';
  if (hour < 14) return 'greeting.noon';
  return hour < 20 ? 'greeting.afternoon' : 'greeting.evening';
}
