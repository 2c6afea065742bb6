export { createVendorProvider, type Upstream, type Vendor, type VendorPorts } from './vendor-provider'
export { compatible, VENDORS } from './vendors'
