/** Notices above everything, sheets too: the connection is lost, a bot plays for you. */
export interface Notice {
  text: string;
  label: string;
  act: () => void;
}

let standing = $state.raw<Notice | null>(null);

export function notice(): Notice | null {
  return standing;
}

export function putUp(what: Notice | null): void {
  standing = what;
}
