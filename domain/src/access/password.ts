/** At least 8 characters with digits, lower case, upper case and others; checked in the browser. */
export const isStrongPassword = (password: string): boolean =>
  [...password].length >= 8 &&
  [/\d/, /[a-z]/, /[A-Z]/, /[^\dA-Za-z\s]/].every((part) => part.test(password));
