import sanitize from 'sanitize-html';

/**
 * The HTML with nothing in it but text, its structure and links to http addresses. Whatever else stood there is left out:
 * scripts with what is in them, other tags with their text kept.
 */
export const sanitised = (html: string): string =>
  sanitize(html, {
    allowedTags: [
      'p',
      'br',
      'b',
      'strong',
      'i',
      'em',
      'u',
      's',
      'h2',
      'h3',
      'h4',
      'ul',
      'ol',
      'li',
      'blockquote',
      'a',
      'hr',
      'div',
      'span',
    ],
    allowedAttributes: { a: ['href', 'target', 'rel'] },
    allowedSchemes: ['http', 'https'],
    allowProtocolRelative: false,
    transformTags: {
      a: sanitize.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }),
    },
    nestingLimit: 30,
  }).trim();
