/** First match wins: browsers also claim to be their ancestors. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//, 'WeChat'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const LONGEST = 60;

/** Names browser and system in a few words; an unknown client keeps its own text. */
export function clientName(client: string): string {
  const named = (names: typeof browsers): string =>
    names.find(([mark]) => mark.test(client))?.[1] ?? '';
  const known = [named(browsers), named(systems)].filter((name) => name !== '');
  return known.length > 0 ? known.join(' · ') : client.slice(0, LONGEST);
}
