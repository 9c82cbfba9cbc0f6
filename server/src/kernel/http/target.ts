/**
 * Is the request target written the one way the server understands? Dot segments, `;`, backslashes, double slashes,
 * encoded slashes, dots or NULs, and bytes that are not UTF-8 have been used to get past checks, so none is accepted.
 */
export function isCanonical(target: string): boolean {
  const [path = '', query = ''] = split(target);
  if (!/^\/(?!\/)[\w\-.~!$&'()*+,=:@%/]*$/.test(path)) return false;
  if (path.includes('//') || /%(2f|2e|5c|00|3b)/i.test(path)) return false;
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return false;
  return decodes(path) && decodes(query.replaceAll('+', ' ')) && !/%00/.test(query);
}

function split(target: string): [string, string] {
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

function decodes(text: string): boolean {
  // Only ASCII travels in a target; anything else has to be percent-encoded UTF-8.
  if (!/^[\x21-\x7e ]*$/.test(text)) return false;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
