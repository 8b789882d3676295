/// The upstreams that an operator asks for values when its downstream has demand.
@usableFromInline
package enum UpstreamRequest: Sendable {
    case nothing

    /// The upstream of the outflow's link.
    case upstream(Subscribers.Demand)

    /// These upstreams, each for so much.
    case links([UpstreamLink], Subscribers.Demand)

    /// The upstreams of a junction, each for so much.
    case upstreams([JunctionUpstream], Subscribers.Demand)

    @inlinable
    func perform(through link: some OutflowLink) {
        switch self {
        case .nothing: break
        case .upstream(let demand): link.requestUpstream(demand)
        case .links(let links, let demand): for link in links { link.request(demand) }
        case .upstreams(let upstreams, let demand):
            for upstream in upstreams { upstream.subscription?.request(demand) }
        }
    }
}
