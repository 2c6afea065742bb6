/** What Next declares for style sheets and images; its own generated file is not kept in the repository. */
/// <reference types="next" />
/// <reference types="next/image-types/global" />
