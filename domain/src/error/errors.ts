/** HTTP class of a refusal (design §4). */
export type ErrorClass = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 503;

interface ErrorEntry {
  /** The stable number on the wire (domain.md §9 where it names one). */
  readonly code: number;
  readonly status: ErrorClass;
}

/** Every refusal of the product: one row each, its sentence in both phrase files of the server. */
export const errors = {
  'request.malformed': { code: 400, status: 400 },
  'request.field': { code: 400001, status: 400 },
  'request.unknownName': { code: 400002, status: 400 },
  'request.tooLarge': { code: 413, status: 413 },
  'request.tooMany': { code: 429, status: 429 },
  'request.keyReused': { code: 409002, status: 409 },
  'session.missing': { code: 401, status: 401 },
  'login.failed': { code: 500014, status: 422 },
  'login.throttled': { code: 429001, status: 429 },
  'password.wrong': { code: 500015, status: 422 },
  'password.tooCommon': { code: 500016, status: 422 },
  'password.mustChange': { code: 403001, status: 403 },
  'access.denied': { code: 403, status: 403 },
  'record.missing': { code: 404, status: 404 },
  'record.stale': { code: 409001, status: 409 },
  'record.inUse': { code: 601, status: 422 },
  'name.taken': { code: 602, status: 422 },
  'unit.ratio': { code: 4000003, status: 422 },
  'unit.same': { code: 4000004, status: 422 },
  'unit.incomplete': { code: 4000005, status: 422 },
  'unit.used': { code: 4000006, status: 422 },
  'category.numberTaken': { code: 7500003, status: 422 },
  'category.hasChildren': { code: 7500006, status: 422 },
  'category.ownParent': { code: 7500007, status: 422 },
  'partner.bothOpenings': { code: 7000003, status: 422 },
  'partner.type': { code: 7000004, status: 422 },
  'barcode.taken': { code: 8000005, status: 422 },
  'barcode.unit': { code: 8000006, status: 422 },
  'barcode.repeated': { code: 8000028, status: 422 },
  'barcode.used': { code: 8000030, status: 422 },
  'product.taken': { code: 8000031, status: 422 },
  'product.serialAndLot': { code: 8000008, status: 422 },
  'product.oneUnit': { code: 8000032, status: 422 },
  'product.twoBarcodes': { code: 8000033, status: 422 },
  'product.used': { code: 8000034, status: 422 },
  'product.openingStock': { code: 8000025, status: 422 },
  'product.safetyStock': { code: 8000035, status: 422 },
  'server.busy': { code: 503, status: 503 },
  'server.failed': { code: 500, status: 500 },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorKey = keyof typeof errors;
