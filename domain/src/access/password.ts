/**
 * At least 8 characters with digits, lower case, upper case and others; checked in the browser (design
 * §7.16).
 */
export const isStrongPassword = (password: string): boolean =>
  [...password].length >= 8 &&
  [/\d/, /[a-z]/, /[A-Z]/, /[^\dA-Za-z\s]/].every((part) => part.test(password));
