/** What services have in common: each is given its parts once, other services among them. */
export abstract class Service<Parts extends object> {
  protected readonly parts: Parts

  constructor(parts: Parts) {
    this.parts = parts
  }
}
