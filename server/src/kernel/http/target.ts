/**
 * Is the request target in the only form that the server understands? Dot segments, `;`, backslashes,
 * double slashes, encoded slashes, dots or NULs, and bytes outside UTF-8 have served to bypass checks, and
 * are refused.
 */
export function isCanonical(target: string): boolean {
  const [path = '', query = ''] = splitRequestTarget(target);
  if (!/^\/(?!\/)[\w\-.~!$&'()*+,=:@%/]*$/.test(path)) return false;
  if (path.includes('//') || /%(2f|2e|5c|00|3b)/i.test(path)) return false;
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return false;
  return (
    isDecodableTarget(path) && isDecodableTarget(query.replaceAll('+', ' ')) && !/%00/.test(query)
  );
}

function splitRequestTarget(target: string): [string, string] {
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

function isDecodableTarget(text: string): boolean {
  // Only ASCII travels in a target; anything else has to be percent-encoded UTF-8.
  if (!/^[\x21-\x7e ]*$/.test(text)) return false;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
